/*
 * sha256.c -- SHA-256, as FIPS 180-4 defines it in sections 4.1.2, 5.1.1, 5.3.3
 * and 6.2.
 */
#include "store/fleet/sha256.h"

#define BLOCK_WORDS  16
#define BLOCK_LENGTH 64
#define ROUNDS       64
#define LENGTH_AT    56 /* offset of the length in the last block */

/* Section 4.2.2. */
static const uint32_t round_constants[ROUNDS] = { 0x428a2f98, 0x71374491,
	0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
	0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
	0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d,
	0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb,
	0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
	0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08,
	0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb,
	0xbef9a3f7, 0xc67178f2 };

static uint32_t
sha256_rotate(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

static void
sha256_schedule(const unsigned char *block, uint32_t ret[ROUNDS])
{
	for (int i = 0; i < BLOCK_WORDS; i++, block += 4)
		ret[i] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 |
			 (uint32_t)block[2] << 8 | block[3];
	for (int i = BLOCK_WORDS; i < ROUNDS; i++) {
		uint32_t a = ret[i - 15], b = ret[i - 2];

		a = sha256_rotate(a, 7) ^ sha256_rotate(a, 18) ^ a >> 3;
		b = sha256_rotate(b, 17) ^ sha256_rotate(b, 19) ^ b >> 10;
		ret[i] = ret[i - 16] + a + ret[i - 7] + b;
	}
}

/* Hashes a block (FIPS 180-4, section 6.2.2).  The variables a to h of the
 * standard are s[0] to s[7]. */
static void
sha256_add_block(uint32_t hash[8], const unsigned char *block)
{
	uint32_t w[ROUNDS], s[8];

	sha256_schedule(block, w);
	memcpy(s, hash, sizeof(s));
	for (int i = 0; i < ROUNDS; i++) {
		uint32_t e = sha256_rotate(s[4], 6) ^ sha256_rotate(s[4], 11) ^
			     sha256_rotate(s[4], 25);
		uint32_t a = sha256_rotate(s[0], 2) ^ sha256_rotate(s[0], 13) ^
			     sha256_rotate(s[0], 22);
		uint32_t t1 = s[7] + e + ((s[4] & s[5]) ^ (~s[4] & s[6])) +
			      round_constants[i] + w[i];
		uint32_t t2 =
		    a + ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));

		memmove(s + 1, s, 7 * sizeof(*s));
		s[4] += t1;
		s[0] = t1 + t2;
	}
	for (int i = 0; i < 8; i++)
		hash[i] += s[i];
}

/* Hashes the last bytes and the padding: a bit 1, zeros and the length in bits.
 */
static void
sha256_finish(uint32_t hash[8], struct slice rest, uint64_t length)
{
	unsigned char blocks[2 * BLOCK_LENGTH] = { 0 };
	size_t n = rest.len < LENGTH_AT ? BLOCK_LENGTH : sizeof(blocks);

	if (rest.len > 0)
		memcpy(blocks, rest.p, rest.len);
	blocks[rest.len] = 0x80;
	for (size_t i = 0; i < 8; i++)
		blocks[n - 1 - i] = (unsigned char)(length * 8 >> (8 * i));
	for (size_t at = 0; at < n; at += BLOCK_LENGTH)
		sha256_add_block(hash, blocks + at);
}

void
sha256(struct slice bytes, unsigned char ret[SHA256_BYTES])
{
	uint32_t hash[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
	size_t at = 0;

	for (; bytes.len - at >= BLOCK_LENGTH; at += BLOCK_LENGTH)
		sha256_add_block(hash, (const unsigned char *)bytes.p + at);
	sha256_finish(hash, slice_sub(bytes, at, bytes.len), bytes.len);
	for (int i = 0; i < SHA256_BYTES; i++)
		ret[i] = (unsigned char)(hash[i / 4] >> (24 - 8 * (i % 4)));
}

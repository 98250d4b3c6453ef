/*
 * sha256.c -- FIPS 180-4, sections 4.1.2, 4.2.2, 5 and 6.2.
 *
 * Blocks are read where they stand; only the last one or two, which hold the
 * padding, are put together.
 */
#include "base/sha256.h"

#include <stdint.h>
#include <string.h>

#define BLOCK_BYTES 64
#define ROUNDS      64

/* 4.2.2: of the cube roots of the first 64 primes. */
static const uint32_t k[ROUNDS] = { 0x428a2f98, 0x71374491, 0xb5c0fbcf,
	0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98,
	0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7,
	0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
	0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8,
	0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
	0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e,
	0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819,
	0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c,
	0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3, 0x748f82ee,
	0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
	0xc67178f2 };

static uint32_t
turn(uint32_t x, int n)
{
	return x >> n | x << (32 - n);
}

static uint32_t
get32(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
	       (uint32_t)p[2] << 8 | p[3];
}

static void
put32(unsigned char *p, uint32_t x)
{
	for (int i = 0; i < 4; i++)
		p[i] = (unsigned char)(x >> (24 - 8 * i));
}

/* 6.2.2; s are the working variables a to h. */
static void
round_all(uint32_t s[8], const uint32_t w[ROUNDS])
{
	for (int i = 0; i < ROUNDS; i++) {
		uint32_t t1 = s[7] +
			      (turn(s[4], 6) ^ turn(s[4], 11) ^
				  turn(s[4], 25)) +
			      ((s[4] & s[5]) ^ (~s[4] & s[6])) + k[i] + w[i];
		uint32_t t2 =
		    (turn(s[0], 2) ^ turn(s[0], 13) ^ turn(s[0], 22)) +
		    ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));

		memmove(s + 1, s, 7 * sizeof(*s));
		s[4] += t1;
		s[0] = t1 + t2;
	}
}

static void
take_block(uint32_t hash[8], const unsigned char *block)
{
	uint32_t w[ROUNDS], s[8];

	for (int i = 0; i < 16; i++)
		w[i] = get32(block + (size_t)4 * i);
	for (int i = 16; i < ROUNDS; i++)
		w[i] = (turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^
			   w[i - 2] >> 10) +
		       w[i - 7] +
		       (turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^
			   w[i - 15] >> 3) +
		       w[i - 16];
	memcpy(s, hash, sizeof(s));
	round_all(s, w);
	for (int i = 0; i < 8; i++)
		hash[i] += s[i];
}

void
sha256(struct slice text, unsigned char ret_digest[SHA256_BYTES])
{
	/* 5.3.3: of the square roots of the first 8 primes. */
	uint32_t hash[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
		0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
	unsigned char last[2 * BLOCK_BYTES] = { 0 };
	size_t whole = text.len / BLOCK_BYTES * BLOCK_BYTES;
	size_t rest = text.len - whole;
	size_t n_last =
	    rest + 1 + 8 <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;

	for (size_t at = 0; at < whole; at += BLOCK_BYTES)
		take_block(hash, (const unsigned char *)text.p + at);
	if (rest > 0)
		memcpy(last, text.p + whole, rest);
	last[rest] = 0x80;
	put32(last + n_last - 8, (uint32_t)((uint64_t)text.len >> 29));
	put32(last + n_last - 4, (uint32_t)((uint64_t)text.len << 3));
	for (size_t at = 0; at < n_last; at += BLOCK_BYTES)
		take_block(hash, last + at);
	for (int i = 0; i < 8; i++)
		put32(ret_digest + (size_t)4 * i, hash[i]);
}

void
sha256_text(
    const unsigned char digest[SHA256_BYTES], char ret_text[SHA256_TEXT])
{
	static const char digits[] = "0123456789abcdef";

	for (size_t i = 0; i < SHA256_BYTES; i++) {
		ret_text[2 * i] = digits[digest[i] >> 4];
		ret_text[2 * i + 1] = digits[digest[i] & 15];
	}
	ret_text[SHA256_TEXT - 1] = '\0';
}

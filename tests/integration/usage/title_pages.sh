#!/bin/sh
# Generated pages contain several stories, comments, date lines or notices. The
# title or the summary of the feed decides which text is the article.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd
# One row for each family: its name, the number of pages, the percentage of
# correct pages.
"$TOP/tests/model/title_pages.py" --gleaner "$BUILD/gleaner" --seed 7 \
	--pages 270 >"$WORK/rows" 2>"$WORK/errors"
is "$?" 0 'the generator succeeds' || diag "$(cat "$WORK/errors")"
least() { # FAMILY PER-CENT
	awk -v family="$1" -v least="$2" '$1 == family { found = 1
		exit $3 < least } END { exit !found }' "$WORK/rows"
}
for family in several teaser between generic nested comments datelines \
	paywall; do
	ok "X1: $family: at least 80 % of the pages are right" \
		least "$family" 80 || diag "$(cat "$WORK/rows")"
done
ok 'X1: at least 95 % of all pages are right' least all 95
ok 'no page with one story gets worse' least control 100

# The same pages in a script without spaces.
"$TOP/tests/model/title_pages.py" --gleaner "$BUILD/gleaner" --seed 7 \
	--pages 270 --unspaced >"$WORK/rows" 2>"$WORK/errors"
is "$?" 0 'the generator succeeds without spaces' ||
	diag "$(cat "$WORK/errors")"
for family in several teaser between generic nested comments datelines \
	paywall; do
	ok "without spaces: $family: at least 90 % of the pages are right" \
		least "$family" 90 || diag "$(cat "$WORK/rows")"
done
ok 'without spaces: no page with one story gets worse' least control 100

# The families of title_families.py have other markup.
"$TOP/tests/model/title_families.py" --gleaner "$BUILD/gleaner" --seed 7 \
	--pages 320 >"$WORK/rows" 2>"$WORK/errors"
is "$?" 0 'the generator of other markup succeeds' ||
	diag "$(cat "$WORK/errors")"
for family in grid rows rules breaks kicker run_in bold_start near summary \
	no_heading only_title live_blog definitions subheads lists foreign; do
	ok "X1: $family: at least 90 % of the pages are right" \
		least "$family" 90 || diag "$(cat "$WORK/rows")"
done
"$TOP/tests/model/title_families.py" --gleaner "$BUILD/gleaner" --seed 7 \
	--pages 320 --unspaced >"$WORK/rows" 2>"$WORK/errors"
is "$?" 0 'the generator of other markup succeeds without spaces' ||
	diag "$(cat "$WORK/errors")"
ok 'without spaces: at least 90 % of the pages are right' least all 90 ||
	diag "$(cat "$WORK/rows")"

# The families of title_layouts.py have stories without headings, headings in
# unusual elements, pages without the story, and pages with one story.
"$TOP/tests/model/title_layouts.py" --gleaner "$BUILD/gleaner" --seed 7 \
	--pages 348 >"$WORK/rows" 2>"$WORK/errors"
is "$?" 0 'the generator of layouts succeeds' || diag "$(cat "$WORK/errors")"
for family in bare bare_title bare_short classes title_in_head twins absent \
	absent_bare absent_look unusual late_heading parted_heading mixed tabs \
	apart contents quoted related next_story digest ticker typos rich \
	bilingual scripts; do
	ok "X1: $family: at least 75 % of the pages are right" \
		least "$family" 75 || diag "$(cat "$WORK/rows")"
done
ok 'X1: at least 95 % of all layouts are right' least all 95
for family in control_parts control_rows control_list control_other; do
	ok "$family: no page with one story gets worse" \
		least "$family" 100 || diag "$(cat "$WORK/rows")"
done

# The families of title_heads.py have short headlines, headlines in tables,
# inline elements and newsletters, and articles whose title the feed has edited.
"$TOP/tests/model/title_heads.py" --gleaner "$BUILD/gleaner" --seed 7 \
	--pages 300 >"$WORK/rows" 2>"$WORK/errors"
is "$?" 0 'the generator of headlines succeeds' || diag "$(cat "$WORK/errors")"
for family in shorthead obituaries names announced tab_labels threads \
	two_boxes head_rows spans newsletter uneven briefs nested_sections; do
	ok "X1: $family: at least 80 % of the pages are right" \
		least "$family" 80 || diag "$(cat "$WORK/rows")"
done
for family in control_edited control_shortened; do
	ok "$family: the article has all sections" least "$family" 100 ||
		diag "$(cat "$WORK/rows")"
done

# The families of title_edges.py have stories that begin or end with like lines,
# stories in boxes, and live blogs with key events.
"$TOP/tests/model/title_edges.py" --gleaner "$BUILD/gleaner" --seed 7 \
	--pages 320 >"$WORK/rows" 2>"$WORK/errors"
is "$?" 0 'the generator of edges succeeds' || diag "$(cat "$WORK/errors")"
for family in topics contacts shares signatures events links authors sponsored \
	columns first_lines teasers box box_named key_events; do
	ok "X1: $family: at least 80 % of the pages are right" \
		least "$family" 80 || diag "$(cat "$WORK/rows")"
done
ok 'X1: at least 95 % of all pages with such edges are right' least all 95
for family in control_box control_last; do
	ok "$family: no page with one story gets worse" \
		least "$family" 100 || diag "$(cat "$WORK/rows")"
done

# The families of title_signs.py have headlines that are images, links or labels
# of closed panels, teasers of the story, and other stories beside the article.
"$TOP/tests/model/title_signs.py" --gleaner "$BUILD/gleaner" --seed 7 \
	--pages 270 >"$WORK/rows" 2>"$WORK/errors"
is "$?" 0 'the generator of signs succeeds' || diag "$(cat "$WORK/errors")"
for family in panels copies link_items images related_group side_columns \
	captions absent_phrases; do
	ok "X1: $family: at least 80 % of the pages are right" \
		least "$family" 80 || diag "$(cat "$WORK/rows")"
done
ok 'control_related: no page with one story gets worse' \
	least control_related 100 || diag "$(cat "$WORK/rows")"

# The families of title_next.py have announced stories after the article, live
# blogs without the story, and further markup.
"$TOP/tests/model/title_next.py" --gleaner "$BUILD/gleaner" --seed 7 \
	--pages 280 >"$WORK/rows" 2>"$WORK/errors"
is "$?" 0 'the generator of next stories succeeds' ||
	diag "$(cat "$WORK/errors")"
for family in teased whole ranked inner_box by_author entries slides numbered \
	figures word_html dated absent_entries; do
	ok "X1: $family: at least 80 % of the pages are right" \
		least "$family" 80 || diag "$(cat "$WORK/rows")"
done
ok 'X1: at least 95 % of all these pages are right' least all 95 ||
	diag "$(cat "$WORK/rows")"
ok 'control_parts: no page with one story gets worse' \
	least control_parts 100 || diag "$(cat "$WORK/rows")"

# The families of title_places.py have whole stories before, after and inside of
# the article, a story without a headline, and labels before the headlines.
"$TOP/tests/model/title_places.py" --gleaner "$BUILD/gleaner" --seed 7 \
	--pages 360 >"$WORK/rows" 2>"$WORK/errors"
is "$?" 0 'the generator of places succeeds' || diag "$(cat "$WORK/errors")"
for family in before after inside labels some_words middle definitions panels \
	made_up rubrics; do
	ok "X1: $family: at least 75 % of the pages are right" \
		least "$family" 75 || diag "$(cat "$WORK/rows")"
done
ok 'X1: at least 60 % of the stories without a headline are right' \
	least no_headline 60 || diag "$(cat "$WORK/rows")"
ok 'control_before: no page with one story gets worse' \
	least control_before 100 || diag "$(cat "$WORK/rows")"

# The families of title_boxes.py have other stories in boxes between, before and
# after the paragraphs of the article.
"$TOP/tests/model/title_boxes.py" --gleaner "$BUILD/gleaner" --seed 7 \
	--pages 200 >"$WORK/rows" 2>"$WORK/errors"
is "$?" 0 'the generator of boxes succeeds' || diag "$(cat "$WORK/errors")"
ok 'X1: at least 80 % of the boxes with signs are right' least signs 80 ||
	diag "$(cat "$WORK/rows")"
for family in stories last; do
	ok "X1: $family: at least 70 % of the pages are right" \
		least "$family" 70 || diag "$(cat "$WORK/rows")"
done
ok 'X1: at least 60 % of the boxes with teasers are right' least teasers 60 ||
	diag "$(cat "$WORK/rows")"
ok 'control_sections: the article has all sections' \
	least control_sections 100 || diag "$(cat "$WORK/rows")"

# The families of title_breaks.py have stories that are lines of one element.
"$TOP/tests/model/title_breaks.py" --gleaner "$BUILD/gleaner" --seed 7 \
	--pages 150 >"$WORK/rows" 2>"$WORK/errors"
is "$?" 0 'the generator of lines succeeds' || diag "$(cat "$WORK/errors")"
for family in tight apart marked; do
	ok "X1: $family: at least 80 % of the pages are right" \
		least "$family" 80 || diag "$(cat "$WORK/rows")"
done
for family in control_own control_heading; do
	ok "$family: no page with one story gets worse" \
		least "$family" 100 || diag "$(cat "$WORK/rows")"
done
done_testing

#!/bin/sh
# Generated pages contain several stories, comments, date lines or notices. The
# title or the summary of the feed decides which text is the article.
# shellcheck source=../../lib/tap.sh
. "$(dirname "$0")/../../lib/tap.sh"

needs_gleanerd

# Writes one row for each family of pages of a generator: its name, the number
# of pages, the percentage of correct pages.
generate() { # GENERATOR PAGES [OPTION]
	generator=$1${3:+ $3}
	"$TOP/tests/model/$1.py" --gleaner "$BUILD/gleaner" --seed 7 \
		--pages "$2" ${3:+"$3"} >"$WORK/rows" 2>"$WORK/errors"
	is "$?" 0 "$generator: the generator succeeds" ||
		diag "$(cat "$WORK/errors")"
}

least() { # FAMILY PER-CENT
	awk -v family="$1" -v least="$2" '$1 == family { found = 1
		exit $3 < least } END { exit !found }' "$WORK/rows"
}

# The pages of the families whose names begin with `control` have one story. The
# row `all` counts the pages of all other families.
right() { # PER-CENT FAMILY…
	percent=$1
	shift
	for family; do
		ok "X1: $generator, $family: at least $percent % are right" \
			least "$family" "$percent" || diag "$(cat "$WORK/rows")"
	done
}

generate title_pages 270
right 80 several teaser between generic nested comments datelines paywall
right 95 all
right 100 control

# The same pages in a script without spaces.
generate title_pages 270 --unspaced
right 90 several teaser between generic nested comments datelines paywall
right 100 control

# Other markup.
generate title_families 320
right 90 grid rows rules breaks kicker run_in bold_start near summary \
	no_heading only_title live_blog definitions subheads lists foreign
generate title_families 320 --unspaced
right 90 all

# Stories without headings, headings in unusual elements, pages without the
# story, and pages with one story.
generate title_layouts 348
right 75 bare bare_title bare_short classes title_in_head twins absent \
	absent_bare absent_look unusual late_heading parted_heading mixed tabs \
	apart contents quoted related next_story digest ticker typos rich \
	bilingual scripts
right 95 all
right 100 control_parts control_rows control_list control_other

# Short headlines, headlines in tables, inline elements and newsletters, and
# articles whose title the feed has edited.
generate title_heads 300
right 80 shorthead obituaries names announced tab_labels threads two_boxes \
	head_rows spans newsletter uneven briefs nested_sections
right 100 control_edited control_shortened

# Stories that begin or end with like lines, stories in boxes, and live blogs
# with key events.
generate title_edges 320
right 80 topics contacts shares signatures events links authors sponsored \
	columns first_lines teasers box box_named key_events
right 95 all
right 100 control_box control_last

# Headlines that are images, links or labels of closed panels, teasers of the
# story, and other stories beside the article.
generate title_signs 270
right 80 panels copies link_items images related_group side_columns captions \
	absent_phrases
right 100 control_related

# Announced stories after the article, live blogs without the story, and further
# markup.
generate title_next 280
right 80 teased whole ranked inner_box by_author entries slides numbered \
	figures word_html dated absent_entries
right 95 all
right 100 control_parts

# Whole stories before, after and inside of the article, a story without a
# headline, and labels before the headlines.
generate title_places 360
right 75 before after inside labels some_words middle definitions panels \
	made_up rubrics
right 60 no_headline
right 100 control_before

# Other stories in boxes between, before and after the paragraphs of the
# article.
generate title_boxes 200
right 80 signs
right 70 stories last
right 60 teasers
right 100 control_sections

# Stories that are lines of one element.
generate title_breaks 150
right 80 tight apart marked
right 100 control_own control_heading
done_testing

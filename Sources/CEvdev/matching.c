#include "assembler.h"

#include <float.h>
#include <string.h>

// The Hungarian method (Kuhn, Munkres) in the form that adds one row at a time, each along a
// shortest augmenting path: its potentials keep the reduced cost of every pair at 0 or above. 16 ×
// 16 positions take some ten thousand steps at worst, one finger none.

#define ROOM (CEVDEV_MAX_ANONYMOUS + 1)

struct search {
    size_t columns;
    // Indices count from 1; 0 is the row that is being added, where its path begins.
    double cost[ROOM][ROOM];
    double row_potential[ROOM], column_potential[ROOM];
    size_t row_of[ROOM]; // By column; 0 while it is unassigned.
    // Of the path being searched.
    double least[ROOM];
    size_t previous[ROOM];
    bool used[ROOM];
};

// Continues at the nearest column and returns it.
static size_t step(struct search *s, size_t column) {
    size_t row = s->row_of[column], next = 0;
    double shortest = DBL_MAX;
    s->used[column] = true;
    for (size_t j = 1; j <= s->columns; j++) {
        if (s->used[j])
            continue;
        double reduced = s->cost[row][j] - s->row_potential[row] - s->column_potential[j];
        if (reduced < s->least[j]) {
            s->least[j] = reduced;
            s->previous[j] = column;
        }
        if (next == 0 || s->least[j] < shortest) {
            shortest = s->least[j];
            next = j;
        }
    }
    for (size_t j = 0; j <= s->columns; j++) {
        if (s->used[j]) {
            s->row_potential[s->row_of[j]] += shortest;
            s->column_potential[j] -= shortest;
        } else {
            s->least[j] -= shortest;
        }
    }
    return next;
}

static void add_row(struct search *s, size_t row) {
    s->row_of[0] = row;
    for (size_t j = 0; j <= s->columns; j++) {
        s->least[j] = DBL_MAX;
        s->used[j] = false;
    }
    size_t column = 0;
    do
        column = step(s, column);
    while (s->row_of[column] != 0);
    // Each column on the path takes the row of the one before it.
    while (column != 0) {
        size_t before = s->previous[column];
        s->row_of[column] = s->row_of[before];
        column = before;
    }
}

static double squared_distance(cevdev_place a, cevdev_place b) {
    double dx = a.x - b.x, dy = a.y - b.y;
    return dx * dx + dy * dy;
}

void cevdev_match(const cevdev_place *from, size_t from_count, const cevdev_place *to,
                  size_t to_count, int8_t *partners) {
    memset(partners, -1, from_count);
    if (from_count == 0 || to_count == 0)
        return;
    if (from_count == 1 && to_count == 1) {
        partners[0] = 0;
        return;
    }
    // There are no more rows than columns, so that each row gets a column.
    bool swapped = from_count > to_count;
    const cevdev_place *rows = swapped ? to : from, *columns = swapped ? from : to;
    size_t row_count = swapped ? to_count : from_count;
    struct search s = {.columns = swapped ? from_count : to_count};
    for (size_t i = 0; i < row_count; i++)
        for (size_t j = 0; j < s.columns; j++)
            s.cost[i + 1][j + 1] = squared_distance(rows[i], columns[j]);
    for (size_t row = 1; row <= row_count; row++)
        add_row(&s, row);
    for (size_t j = 1; j <= s.columns; j++) {
        if (s.row_of[j] == 0)
            continue;
        size_t row = s.row_of[j] - 1, column = j - 1;
        partners[swapped ? column : row] = (int8_t)(swapped ? row : column);
    }
}

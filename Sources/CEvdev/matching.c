#include "assembler.h"

#include <float.h>
#include <string.h>

// The Hungarian method (Kuhn, Munkres) in the form that adds one row at a time, each along a
// shortest augmenting path. The potentials keep the reduced cost of every pair at 0 or above. 16 ×
// 16 positions take tens of thousands of steps at worst; one finger takes none.

#define SIZE (CEVDEV_MAX_ANONYMOUS + 1)

struct search {
    size_t columns;
    // Indices count from 1. Column 0 belongs to the row that is being added: its path begins there.
    double cost[SIZE][SIZE];
    double row_potential[SIZE], column_potential[SIZE];
    size_t row_of[SIZE]; // By column; 0 while it is unassigned.
    // The search for a path, by column: the cost of the shortest path to it, the column before it
    // on that path, and whether the path is final.
    double path_cost[SIZE];
    size_t previous[SIZE];
    bool used[SIZE];
};

// Makes `column` final, and returns the nearest column that is not.
static size_t step(struct search *s, size_t column) {
    size_t row = s->row_of[column], next = 0;
    double shortest = DBL_MAX;
    s->used[column] = true;
    for (size_t j = 1; j <= s->columns; j++) {
        if (s->used[j])
            continue;
        double reduced = s->cost[row][j] - s->row_potential[row] - s->column_potential[j];
        if (reduced < s->path_cost[j]) {
            s->path_cost[j] = reduced;
            s->previous[j] = column;
        }
        if (next == 0 || s->path_cost[j] < shortest) {
            shortest = s->path_cost[j];
            next = j;
        }
    }
    for (size_t j = 0; j <= s->columns; j++) {
        if (s->used[j]) {
            s->row_potential[s->row_of[j]] += shortest;
            s->column_potential[j] -= shortest;
        } else {
            s->path_cost[j] -= shortest;
        }
    }
    return next;
}

static void add_row(struct search *s, size_t row) {
    s->row_of[0] = row;
    for (size_t j = 0; j <= s->columns; j++) {
        s->path_cost[j] = DBL_MAX;
        s->used[j] = false;
    }
    size_t column = 0;
    do
        column = step(s, column);
    while (s->row_of[column] != 0);
    // Each column on the path gets the row of the column before it.
    while (column != 0) {
        size_t before = s->previous[column];
        s->row_of[column] = s->row_of[before];
        column = before;
    }
}

static double squared_distance(cevdev_position a, cevdev_position b) {
    double dx = a.x - b.x, dy = a.y - b.y;
    return dx * dx + dy * dy;
}

void cevdev_match(const cevdev_position *from, size_t from_count, const cevdev_position *to,
                  size_t to_count, int8_t *partners) {
    memset(partners, -1, from_count);
    if (from_count == 0 || to_count == 0)
        return;
    if (from_count == 1 && to_count == 1) {
        partners[0] = 0;
        return;
    }
    // The shorter list becomes the rows, so that each row gets a column.
    bool swapped = from_count > to_count;
    const cevdev_position *rows = swapped ? to : from, *columns = swapped ? from : to;
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

package main

import (
	"math"
	"slices"
)

// eigen gives the directions of a symmetric matrix, the longest first, by turning it until nothing is left beside its diagonal
// (Jacobi). The matrix is used up.
func eigen(a [][]float64) [][]float64 {
	n := len(a)
	axes := make([][]float64, n) // a row a direction
	for i := range axes {
		axes[i] = make([]float64, n)
		axes[i][i] = 1
	}
	for range 60 {
		off := 0.0
		for p := range n {
			for q := p + 1; q < n; q++ {
				off += a[p][q] * a[p][q]
				turn(a, axes, p, q)
			}
		}
		if off < 1e-18 {
			break
		}
	}
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		switch {
		case a[i][i] > a[j][j]:
			return -1
		case a[i][i] < a[j][j]:
			return 1
		}
		return 0
	})
	out := make([][]float64, 0, n)
	for _, i := range order {
		out = append(out, axes[i])
	}
	return out
}

// turn makes a[p][q] nothing.
func turn(a, axes [][]float64, p, q int) {
	if math.Abs(a[p][q]) < 1e-14 {
		return
	}
	theta := (a[q][q] - a[p][p]) / (2 * a[p][q])
	t := 1 / (math.Abs(theta) + math.Sqrt(theta*theta+1))
	if theta < 0 {
		t = -t
	}
	c := 1 / math.Sqrt(t*t+1)
	s := t * c
	for k := range a {
		a[k][p], a[k][q] = c*a[k][p]-s*a[k][q], s*a[k][p]+c*a[k][q]
	}
	for k := range a {
		a[p][k], a[q][k] = c*a[p][k]-s*a[q][k], s*a[p][k]+c*a[q][k]
		axes[p][k], axes[q][k] = c*axes[p][k]-s*axes[q][k], s*axes[p][k]+c*axes[q][k]
	}
}

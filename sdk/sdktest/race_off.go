//go:build !race

package sdktest

const raceFactor = 1

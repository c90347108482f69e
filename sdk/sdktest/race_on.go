//go:build race

package sdktest

// raceFactor is how much longer code may take under the race detector.
const raceFactor = 10

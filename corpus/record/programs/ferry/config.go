package main

import (
	"fmt"
	"math/rand/v2"
)

// configuration is the effective configuration of all services, each value with
// the file that set it.
func configuration(int) any {
	r := rand.New(rand.NewPCG(8, 8))
	value := func(v any, source string) map[string]any { return map[string]any{"value": v, "source": source} }
	services := map[string]any{}
	for i := range 42 {
		name := fmt.Sprintf("%s-%s", []string{"ticket", "lane", "fuel", "crew", "meal", "cabin", "tide"}[i%7], []string{"api", "worker", "sync", "export", "mailer", "cache"}[i/7])
		services[name] = map[string]any{
			"replicas": value(2+r.IntN(2), "defaults.yaml"),
			"image":    value(fmt.Sprintf("registry.example.com/ferry/%s:2.%d.%d", name, 4+r.IntN(2), r.IntN(9)), "release-2026-05.yaml"),
			"database": map[string]any{
				"pool":    map[string]any{"max": value(40, "defaults.yaml"), "idle": value(10, "defaults.yaml"), "acquire_timeout_ms": value(2500, "defaults.yaml")},
				"replica": map[string]any{"enabled": value(true, "defaults.yaml"), "max_lag_ms": value(800, "region-west.yaml")},
			},
			"http":   map[string]any{"port": value(8000+i, "ports.yaml"), "read_timeout_ms": value(5000, "defaults.yaml"), "retries": value([]int{100, 400, 1600}, "defaults.yaml")},
			"logs":   map[string]any{"level": value("info", "defaults.yaml"), "sample": value(0.1, "defaults.yaml")},
			"limits": map[string]any{"memory_mib": value(512, "defaults.yaml"), "cpu_milli": value(250, "defaults.yaml")},
		}
	}
	at := func(service, part string) map[string]any {
		return services[service].(map[string]any)[part].(map[string]any)
	}
	at("crew-export", "database")["pool"].(map[string]any)["max"] = value(4, "hotfix-2026-05-11.yaml")
	at("fuel-worker", "database")["replica"].(map[string]any)["max_lag_ms"] = value(86400000, "override: frode, until the dry dock is over")
	at("lane-mailer", "http")["retries"] = value([]int{}, "hotfix-2026-05-11.yaml")
	at("meal-sync", "limits")["memory_mib"] = value(6144, "release-2026-05.yaml")
	at("tide-cache", "logs")["level"] = value("trace", "override: idun")
	services["cabin-api"].(map[string]any)["image"] = value("registry.example.com/ferry/cabin-api:2.3.17", "pinned.yaml")
	return map[string]any{"environment": "production", "revision": "cfg-20260514-0311", "fingerprint": uint64(13835058055282163713), "services": services}
}

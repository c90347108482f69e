#include <cstdio>

#include "quay.hpp"

enum class Light { red, green, white };

const char *name(Light l)
{
	switch (l) {
	case Light::red:
		return "red";
	case Light::green:
		return "green";
	}
}

void show(Light l, unsigned seconds)
{
	std::printf("%s for %s seconds\n", name(l), seconds);
}

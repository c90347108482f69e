#include <numeric>
#include <unordered_set>

#include "quay.hpp"

struct Ship {
	std::string name;
	long imo;
};

long checksum(const std::vector<Ship> &ships)
{
	std::unordered_set<Ship> seen;
	for (const auto &s : ships)
		seen.insert(s);
	return std::accumulate(ships.begin(), ships.end(), 0L);
}

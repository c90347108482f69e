#pragma once
#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

struct Berth {
	std::string name;
	int depth_cm;
};

template <typename Key, typename Value> class Ledger {
	std::map<Key, std::vector<Value>> pages;

      public:
	void enter(const Key &k, Value v) { pages[k].push_back(std::move(v)); }
	std::vector<Value> ordered(const Key &k) const
	{
		std::vector<Value> out = pages.at(k);
		std::sort(out.begin(), out.end());
		return out;
	}
	std::set<Value> distinct() const
	{
		std::set<Value> s;
		for (const auto &[k, vs] : pages)
			s.insert(vs.begin(), vs.end());
		return s;
	}
};

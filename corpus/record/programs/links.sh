#!/usr/bin/env bash
# Makes links, addresses and routes in a network namespace of its own and prints
# them: links.sh addr|route. Run it where `ip` may change things that are nobody's.
set -euo pipefail
for i in $(seq 1 24); do
	ip link add "vlan$((100 + i))" address "02:00:5e:10:00:$(printf %02x "$i")" mtu 1500 type bridge
	ip addr add "10.40.$i.1/24" dev "vlan$((100 + i))"
	ip link set "vlan$((100 + i))" up
done
ip link set vlan111 mtu 1280
ip addr add 10.40.7.1/25 dev vlan119
ip link set vlan116 down
for i in $(seq 1 170); do
	ip route add "172.20.$i.0/24" via "10.40.$((1 + i % 10)).254" metric $((100 + i % 3)) proto static
done
ip route add blackhole 172.20.61.192/26
ip route add 172.20.114.0/24 via 10.40.3.254 mtu 1220 metric 50
ip route add 172.20.90.128/25 via 10.40.9.66 metric 10 src 10.40.9.1
ip route add default via 10.40.1.254 metric 20
ip -j -p "$1" show

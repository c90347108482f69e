SELECT r.at, s.name, s.grain, r.celsius, r.humidity, r.note
FROM reading r JOIN silo s ON s.id = r.silo
WHERE r.at BETWEEN '2025-07-13 12:00+00' AND '2025-07-14 00:25+00'
ORDER BY r.at, s.id;

\set id random(1, 1000)
BEGIN;
SELECT version, turn, state FROM projection WHERE id = :id FOR UPDATE \gset
INSERT INTO events (stream_id, version, data) VALUES (:id, :version + 1,
    '{"type": "card_played", "data": {"seat": 2, "card": "blue-10"}, "key": "0123456789abcdef"}');
UPDATE projection SET version = :version + 1, turn = (:turn + 1) % 4,
    state = '{"hands": [15, 14, 15, 15], "trick": ["blue-10"]}', updated_at = now()
    WHERE id = :id;
COMMIT;

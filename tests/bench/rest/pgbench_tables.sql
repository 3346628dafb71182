CREATE TABLE projection (
    id int PRIMARY KEY,
    version int NOT NULL,
    turn int NOT NULL,
    state jsonb NOT NULL,
    updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE events (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    stream_id int NOT NULL,
    version int NOT NULL,
    data jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    UNIQUE (stream_id, version)
);

INSERT INTO projection (id, version, turn, state)
SELECT n, 0, 0, '{"hands": [15, 15, 15, 15], "trick": []}'
FROM generate_series(1, 1000) AS n;

"""What is done with the commands that pages show. A line that fits none of these tables fails the test.

Every line runs as it stands, but for what is changed here, where all can see it.
"""

# What is replaced in a line before it runs: pattern, replacement, why. What the line names is checked before that.
SHORTENED = (
    (r"configs/two_players\.toml", "configs/smoke.toml", "a small network, and tables that take seconds"),
    (r"configs/sb3\.toml", "configs/sb3_smoke.toml", "the same"),
    (r"configs/rllib\.toml", "configs/rllib_smoke.toml", "the same"),
    (r"--minutes \d+", "--minutes 0.02", "an update or two instead of an hour"),
    (r"(train_expert\.py .*--out \S+)$", r"\1 --minutes 0.02", "one update; its network has to be that of the policy"),
    (r"(ismcts:iters)=\d+(,.* --sets) \d+", r"\1=20\2 1", "one set of quick searches instead of a thousand long ones"),
    (r"--ray \d\S+", "--ray local", "there is no other machine here"),
    (r"(--(?:out|resume) \S+) +--address \S+", r"\1", "the same: Ray starts on this one"),
    (r"--runners \d+", "--runners 1", "one machine has few cores"),
    (r"--store s3://\S+", "--store store", "a folder instead of an object store"),
    (r"^hadara play$", "hadara play --no-browser --port 9000", "nobody looks at a browser here"),
    (r"--port 9000", "--port PORT", "a port that is free"),
    (r"ppo:FOLDER", "ppo:best", "a model card cannot know where it lies"),
)

# What takes long even so, and runs only in the slow test: pattern, why.
SLOW = (
    (r"^hadara play(?!.* --terminal)", "a server, in a process of its own that has to be stopped"),
    (r"--ray local", "starts Ray"),
    (r"^python experiments/train_rllib\.py", "starts Ray"),
    (r"^jupyter execute", "starts a kernel"),
)

# What is never run, only checked as far as it can be: pattern, why, what of it is checked.
NOT_RUN = (
    (r"^pip install", "changes the environment, and fetches", "the extras and files exist"),
    (r"^ray start", "makes this machine part of a cluster until somebody stops it", "Ray knows the options"),
    (r"^source", "changes nothing but the shell it is typed in", "it is where make puts the environment"),
    (r"^make", "sets up, tests or builds; it is what runs this", "the target exists, and `make -n` finds its way"),
)

# What is run: the first word, or a pattern of the first words.
RUN = (
    (r"^hadara ", "in this process, by the command's own main"),
    (r"^python (?:experiments|notebooks)/\w+\.py", "in this process, as __main__"),
    (r"^cp -r \S+ \S+$", "for real"),
    (r"^jupyter execute", "for real"),
)

# What somebody types while the command runs.
TYPED = ((r"^hadara play --terminal", "h\nq\n"),)

CREATE TABLE alembic_version (
    version_num VARCHAR(32) NOT NULL,
    CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
CREATE TABLE log (
    place INTEGER NOT NULL,
    number INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (place),
    UNIQUE (number, seq),
    FOREIGN KEY(number) REFERENCES tables (number)
);
CREATE TABLE analyses (
    place INTEGER NOT NULL,
    name TEXT NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (place),
    UNIQUE (name)
);
CREATE TABLE "tables" (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    code TEXT UNIQUE,
    made INTEGER NOT NULL
);
CREATE TABLE deletions (
    place INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    number INTEGER NOT NULL,
    at INTEGER NOT NULL,
    pending INTEGER NOT NULL
);
CREATE TABLE probes (
    place INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (place)
);
CREATE TABLE jobs (
    number INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    name TEXT,
    made INTEGER NOT NULL,
    input BLOB NOT NULL,
    state TEXT DEFAULT 'waiting' NOT NULL,
    result BLOB,
    UNIQUE (name)
);
CREATE TABLE accounts (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    login TEXT NOT NULL,
    login_key TEXT,
    password TEXT,
    email TEXT,
    email_key TEXT,
    email_confirmed INTEGER NOT NULL,
    role TEXT NOT NULL,
    state TEXT NOT NULL,
    banned_until INTEGER,
    ban_reason TEXT NOT NULL,
    language TEXT NOT NULL,
    made INTEGER NOT NULL, login_look TEXT,
    UNIQUE (login_key),
    UNIQUE (email_key)
);
CREATE TABLE members (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    public TEXT NOT NULL,
    account INTEGER NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT,
    kind TEXT NOT NULL,
    listed INTEGER NOT NULL,
    made INTEGER NOT NULL,
    deleted INTEGER, name_look TEXT,
    UNIQUE (public),
    FOREIGN KEY(account) REFERENCES accounts (id),
    UNIQUE (name_key)
);
CREATE INDEX members_account ON members (account);
CREATE TABLE sessions (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    hash TEXT NOT NULL,
    account INTEGER NOT NULL,
    made INTEGER NOT NULL,
    seen INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    agent TEXT NOT NULL,
    confirmed INTEGER,
    member INTEGER,
    UNIQUE (hash),
    FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE INDEX sessions_account ON sessions (account);
CREATE INDEX sessions_expires ON sessions (expires);
CREATE TABLE passkeys (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL,
    credential TEXT NOT NULL,
    public_key BLOB NOT NULL,
    counter INTEGER NOT NULL,
    name TEXT NOT NULL,
    made INTEGER NOT NULL,
    used INTEGER,
    FOREIGN KEY(account) REFERENCES accounts (id),
    UNIQUE (credential)
);
CREATE INDEX passkeys_account ON passkeys (account);
CREATE TABLE challenges (
    hash TEXT NOT NULL,
    account INTEGER,
    purpose TEXT NOT NULL,
    body BLOB NOT NULL,
    expires INTEGER NOT NULL,
    PRIMARY KEY (hash)
);
CREATE INDEX challenges_expires ON challenges (expires);
CREATE TABLE recovery_codes (
    account INTEGER NOT NULL,
    hash TEXT NOT NULL,
    used INTEGER,
    PRIMARY KEY (account, hash),
    FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE invitations (
    hash TEXT NOT NULL,
    made_by INTEGER,
    made INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    used_by INTEGER,
    PRIMARY KEY (hash)
);
CREATE TABLE mail_tokens (
    hash TEXT NOT NULL,
    account INTEGER NOT NULL,
    purpose TEXT NOT NULL,
    body TEXT NOT NULL,
    expires INTEGER NOT NULL,
    PRIMARY KEY (hash),
    FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE INDEX mail_tokens_account ON mail_tokens (account);
CREATE INDEX mail_tokens_expires ON mail_tokens (expires);
CREATE TABLE attempts (
    "key" TEXT NOT NULL,
    count INTEGER NOT NULL,
    since INTEGER NOT NULL,
    PRIMARY KEY ("key")
);
CREATE INDEX attempts_since ON attempts (since);
CREATE TABLE api_tokens (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    hash TEXT NOT NULL,
    member INTEGER NOT NULL,
    name TEXT NOT NULL,
    scopes TEXT NOT NULL,
    made INTEGER NOT NULL,
    used INTEGER,
    expires INTEGER,
    UNIQUE (hash),
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE INDEX api_tokens_member ON api_tokens (member);
CREATE TABLE transfers (
    hash TEXT NOT NULL,
    body BLOB NOT NULL,
    expires INTEGER NOT NULL, network TEXT,
    PRIMARY KEY (hash)
);
CREATE INDEX transfers_expires ON transfers (expires);
CREATE TABLE member_rules (
    member INTEGER NOT NULL,
    meet TEXT NOT NULL,
    phrases_only INTEGER NOT NULL,
    quiet_from INTEGER,
    quiet_to INTEGER,
    zone TEXT NOT NULL,
    minutes_a_day INTEGER,
    PRIMARY KEY (member),
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE TABLE approvals (
    member INTEGER NOT NULL,
    other INTEGER NOT NULL,
    made INTEGER NOT NULL,
    PRIMARY KEY (member, other),
    FOREIGN KEY(member) REFERENCES members (id),
    FOREIGN KEY(other) REFERENCES members (id)
);
CREATE INDEX approvals_other ON approvals (other);
CREATE TABLE play_time (
    member INTEGER NOT NULL,
    day INTEGER NOT NULL,
    seconds INTEGER NOT NULL,
    PRIMARY KEY (member, day),
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE TABLE claims (
    number INTEGER NOT NULL,
    place INTEGER NOT NULL,
    "key" TEXT NOT NULL,
    member INTEGER NOT NULL,
    made INTEGER NOT NULL,
    running INTEGER NOT NULL,
    PRIMARY KEY (number, place),
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE INDEX claims_member_running_made_number_place ON claims (member, running, made, number, place);
CREATE TABLE games (
    number INTEGER NOT NULL,
    game INTEGER NOT NULL,
    table_id TEXT NOT NULL,
    name TEXT NOT NULL,
    players INTEGER NOT NULL,
    started INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    events INTEGER NOT NULL,
    reason TEXT NOT NULL,
    spectators INTEGER NOT NULL,
    PRIMARY KEY (number, game)
);
CREATE INDEX games_ended_number_game ON games (ended, number, game);
CREATE TABLE game_players (
    number INTEGER NOT NULL,
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    place INTEGER NOT NULL,
    team INTEGER NOT NULL,
    member INTEGER,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    program INTEGER NOT NULL,
    level INTEGER,
    hand_skill INTEGER,
    rank INTEGER NOT NULL,
    score INTEGER,
    outcome TEXT NOT NULL,
    resigned INTEGER NOT NULL,
    name_of_game TEXT NOT NULL,
    players INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    PRIMARY KEY (number, game, seat)
);
CREATE INDEX game_players_member_ended_number_game ON game_players (member, ended, number, game);
CREATE INDEX game_players_member_name_of_game_ended_number_game ON game_players (member, name_of_game, ended, number, game);
CREATE TABLE projected (
    number INTEGER NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (number)
);
CREATE TABLE member_statistics (
    member INTEGER NOT NULL,
    name_of_game TEXT NOT NULL,
    players INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    played INTEGER NOT NULL,
    won INTEGER NOT NULL,
    shared INTEGER NOT NULL,
    rank_sum INTEGER NOT NULL,
    scored INTEGER NOT NULL,
    score_sum INTEGER NOT NULL,
    PRIMARY KEY (member, name_of_game, players, seat)
);
CREATE TABLE head_to_head (
    member INTEGER NOT NULL,
    other INTEGER NOT NULL,
    name_of_game TEXT NOT NULL,
    played INTEGER NOT NULL,
    won INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    shared INTEGER NOT NULL,
    PRIMARY KEY (member, other, name_of_game)
);
CREATE INDEX head_to_head_member_name_of_game_played_other ON head_to_head (member, name_of_game, played, other);
CREATE TABLE progress (
    member INTEGER NOT NULL,
    kind TEXT NOT NULL,
    game TEXT NOT NULL,
    item TEXT NOT NULL,
    value INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (member, kind, game, item),
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE TABLE rating_pools (
    list TEXT NOT NULL,
    name_of_game TEXT NOT NULL,
    size TEXT NOT NULL,
    speed TEXT NOT NULL,
    ended INTEGER NOT NULL,
    number INTEGER NOT NULL,
    game INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    PRIMARY KEY (list, name_of_game, size, speed)
);
CREATE TABLE rating_changes (
    number INTEGER NOT NULL,
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    list TEXT NOT NULL,
    name_of_game TEXT NOT NULL,
    size TEXT NOT NULL,
    speed TEXT NOT NULL,
    ended INTEGER NOT NULL,
    member INTEGER NOT NULL,
    account INTEGER NOT NULL,
    players INTEGER NOT NULL,
    team INTEGER NOT NULL,
    rank INTEGER NOT NULL,
    resigned INTEGER NOT NULL,
    weight DOUBLE,
    mu_before DOUBLE,
    sigma_before DOUBLE,
    mu DOUBLE,
    sigma DOUBLE,
    played INTEGER,
    season_played INTEGER,
    PRIMARY KEY (number, game, seat)
);
CREATE INDEX rating_changes_pool ON rating_changes (list, name_of_game, size, speed, ended, number, game);
CREATE INDEX rating_changes_member ON rating_changes (member, list, name_of_game, size, speed, ended, number, game);
CREATE INDEX rating_changes_account ON rating_changes (account, list, name_of_game, size, speed, ended);
CREATE TABLE ratings (
    list TEXT NOT NULL,
    name_of_game TEXT NOT NULL,
    size TEXT NOT NULL,
    speed TEXT NOT NULL,
    season INTEGER NOT NULL,
    member INTEGER NOT NULL,
    mu DOUBLE NOT NULL,
    sigma DOUBLE NOT NULL,
    points INTEGER NOT NULL,
    settled INTEGER NOT NULL,
    played INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    PRIMARY KEY (list, name_of_game, size, speed, season, member)
);
CREATE INDEX ratings_best ON ratings (list, name_of_game, size, speed, season, settled, points, member);
CREATE INDEX ratings_member ON ratings (member, season);
CREATE TABLE heartbeats (
    process TEXT NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (process)
);
CREATE TABLE outages (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL
);
CREATE INDEX outages_ended ON outages (ended);
CREATE TABLE clocks (
    number INTEGER NOT NULL,
    due INTEGER NOT NULL,
    PRIMARY KEY (number)
);
CREATE INDEX clocks_due ON clocks (due);
CREATE TABLE absences (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    member INTEGER NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER NOT NULL,
    stand_in INTEGER NOT NULL,
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE INDEX absences_member_ended ON absences (member, ended);
CREATE TABLE friendships (
    member INTEGER NOT NULL,
    other INTEGER NOT NULL,
    made INTEGER NOT NULL,
    accepted INTEGER,
    PRIMARY KEY (member, other),
    FOREIGN KEY(member) REFERENCES members (id),
    FOREIGN KEY(other) REFERENCES members (id)
);
CREATE INDEX friendships_other ON friendships (other);
CREATE TABLE blocks (
    member INTEGER NOT NULL,
    account INTEGER NOT NULL,
    other INTEGER NOT NULL,
    made INTEGER NOT NULL,
    PRIMARY KEY (member, account),
    FOREIGN KEY(member) REFERENCES members (id),
    FOREIGN KEY(account) REFERENCES accounts (id),
    FOREIGN KEY(other) REFERENCES members (id)
);
CREATE INDEX blocks_account ON blocks (account);
CREATE TABLE contact_settings (
    member INTEGER NOT NULL,
    presence TEXT NOT NULL,
    challenges TEXT NOT NULL,
    PRIMARY KEY (member),
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE TABLE invited_games (
    number INTEGER NOT NULL,
    table_id TEXT NOT NULL,
    member INTEGER NOT NULL,
    game TEXT NOT NULL,
    players INTEGER NOT NULL,
    options TEXT NOT NULL,
    clock TEXT,
    rated INTEGER NOT NULL,
    friendly INTEGER NOT NULL,
    made INTEGER NOT NULL,
    expires INTEGER NOT NULL,
    state TEXT NOT NULL,
    changed INTEGER NOT NULL,
    PRIMARY KEY (number),
    UNIQUE (table_id),
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE INDEX invited_games_member ON invited_games (member, changed);
CREATE INDEX invited_games_changed ON invited_games (changed);
CREATE INDEX invited_games_state ON invited_games (state, expires);
CREATE TABLE invited_members (
    number INTEGER NOT NULL,
    member INTEGER NOT NULL,
    place INTEGER NOT NULL,
    accepted INTEGER,
    PRIMARY KEY (number, member),
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE INDEX invited_members_member ON invited_members (member);
CREATE TABLE absent_tables (
    number INTEGER NOT NULL,
    due INTEGER NOT NULL,
    PRIMARY KEY (number)
);
CREATE INDEX absent_tables_due ON absent_tables (due);
CREATE TABLE notice_settings (
    member INTEGER NOT NULL,
    page TEXT NOT NULL,
    push TEXT NOT NULL,
    mail TEXT NOT NULL,
    digest TEXT NOT NULL,
    zone TEXT NOT NULL,
    quiet_from INTEGER,
    quiet_to INTEGER,
    PRIMARY KEY (member),
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE TABLE push_devices (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    member INTEGER NOT NULL,
    endpoint TEXT NOT NULL,
    p256dh TEXT NOT NULL,
    auth TEXT NOT NULL,
    session INTEGER NOT NULL,
    agent TEXT NOT NULL,
    made INTEGER NOT NULL, failed INTEGER, server_key TEXT,
    UNIQUE (member, endpoint),
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE INDEX push_devices_session ON push_devices (session);
CREATE TABLE notices (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    member INTEGER NOT NULL,
    kind TEXT NOT NULL,
    subject TEXT NOT NULL,
    mark INTEGER NOT NULL,
    other INTEGER,
    game TEXT,
    made INTEGER NOT NULL,
    delivered INTEGER,
    read INTEGER,
    stage TEXT NOT NULL,
    due INTEGER,
    tries INTEGER NOT NULL,
    ack TEXT,
    UNIQUE (member, kind, subject),
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE INDEX notices_subject ON notices (kind, subject);
CREATE INDEX notices_due ON notices (due);
CREATE INDEX notices_made ON notices (made);
CREATE INDEX notices_ack ON notices (ack);
CREATE INDEX notices_other ON notices (other);
CREATE TABLE notice_digests (
    account INTEGER NOT NULL,
    due INTEGER,
    sent INTEGER NOT NULL,
    PRIMARY KEY (account),
    FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE INDEX notice_digests_due ON notice_digests (due);
CREATE TABLE fair_play_games (
    number INTEGER NOT NULL,
    game INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    format INTEGER NOT NULL,
    made INTEGER NOT NULL,
    body BLOB NOT NULL,
    PRIMARY KEY (number, game, seat)
);
CREATE TABLE seat_addresses (
    number INTEGER NOT NULL,
    place INTEGER NOT NULL,
    member INTEGER NOT NULL,
    hash TEXT NOT NULL,
    made INTEGER NOT NULL,
    PRIMARY KEY (number, place),
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE INDEX seat_addresses_member ON seat_addresses (member);
CREATE INDEX seat_addresses_made ON seat_addresses (made);
CREATE TABLE server_keys (
    name TEXT NOT NULL,
    "key" BLOB NOT NULL,
    PRIMARY KEY (name)
);
CREATE TABLE acts (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL,
    member INTEGER NOT NULL,
    kind TEXT NOT NULL,
    category TEXT NOT NULL,
    words TEXT NOT NULL,
    began INTEGER NOT NULL,
    ended INTEGER,
    "by" INTEGER,
    report INTEGER,
    lifted INTEGER,
    read INTEGER,
    FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE INDEX acts_account ON acts (account);
CREATE TABLE appeals (
    act INTEGER NOT NULL,
    words TEXT NOT NULL,
    made INTEGER NOT NULL,
    answered INTEGER,
    "by" INTEGER,
    outcome TEXT,
    reply TEXT,
    PRIMARY KEY (act),
    FOREIGN KEY(act) REFERENCES acts (id)
);
CREATE TABLE reports (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "by" INTEGER NOT NULL,
    reporter INTEGER NOT NULL,
    account INTEGER,
    member INTEGER NOT NULL,
    about TEXT NOT NULL,
    words TEXT NOT NULL,
    evidence TEXT NOT NULL,
    made INTEGER NOT NULL,
    closed INTEGER,
    decided_by INTEGER,
    act INTEGER,
    open_key TEXT,
    FOREIGN KEY(account) REFERENCES accounts (id),
    UNIQUE (open_key)
);
CREATE INDEX reports_account ON reports (account);
CREATE INDEX reports_by ON reports ("by");
CREATE INDEX reports_closed ON reports (closed);
CREATE TABLE moderation_log (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    at INTEGER NOT NULL,
    "by" INTEGER,
    what TEXT NOT NULL,
    account INTEGER NOT NULL,
    member INTEGER NOT NULL,
    act INTEGER,
    report INTEGER,
    words TEXT NOT NULL
);
CREATE INDEX moderation_log_account ON moderation_log (account);
CREATE INDEX moderation_log_at ON moderation_log (at);
CREATE TABLE result_deliveries (
    number INTEGER NOT NULL,
    game INTEGER NOT NULL,
    made INTEGER NOT NULL,
    due INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    PRIMARY KEY (number, game)
);
CREATE INDEX result_deliveries_due ON result_deliveries (due);
CREATE TABLE messages (
    id INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    number INTEGER,
    one INTEGER,
    other INTEGER,
    author INTEGER NOT NULL,
    text TEXT NOT NULL,
    made INTEGER NOT NULL,
    erased INTEGER,
    game INTEGER,
    seq INTEGER,
    FOREIGN KEY(author) REFERENCES members (id)
);
CREATE INDEX messages_table ON messages (number, id);
CREATE INDEX messages_pair ON messages (one, other, id);
CREATE INDEX messages_other ON messages (other);
CREATE INDEX messages_author ON messages (author);
CREATE INDEX messages_made ON messages (made);
CREATE TABLE message_readers (
    member INTEGER NOT NULL,
    message INTEGER NOT NULL,
    read INTEGER,
    PRIMARY KEY (member, message),
    FOREIGN KEY(member) REFERENCES members (id),
    FOREIGN KEY(message) REFERENCES messages (id)
);
CREATE INDEX message_readers_message ON message_readers (message);
CREATE TABLE studies (
    member INTEGER NOT NULL,
    study TEXT NOT NULL,
    name TEXT NOT NULL,
    folder TEXT NOT NULL,
    games TEXT NOT NULL,
    chapters INTEGER NOT NULL,
    version INTEGER NOT NULL,
    edit TEXT NOT NULL,
    changed INTEGER NOT NULL,
    bytes INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (member, study),
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE TABLE puzzle_results (
    member INTEGER NOT NULL,
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    "right" INTEGER NOT NULL,
    at INTEGER NOT NULL,
    points INTEGER,
    again INTEGER,
    PRIMARY KEY (member, game, puzzle),
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE TABLE puzzle_players (
    member INTEGER NOT NULL,
    mu DOUBLE NOT NULL,
    sigma DOUBLE NOT NULL,
    rated INTEGER NOT NULL,
    PRIMARY KEY (member),
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE TABLE puzzle_ratings (
    game TEXT NOT NULL,
    puzzle TEXT NOT NULL,
    mu DOUBLE NOT NULL,
    sigma DOUBLE NOT NULL,
    rated INTEGER NOT NULL,
    PRIMARY KEY (game, puzzle)
);
CREATE TABLE puzzle_days (
    member INTEGER NOT NULL,
    day INTEGER NOT NULL,
    PRIMARY KEY (member, day),
    FOREIGN KEY(member) REFERENCES members (id)
);
CREATE INDEX accounts_login_look ON accounts (login_look);
CREATE INDEX members_name_look ON members (name_look);
CREATE TABLE browsers (
    hash TEXT NOT NULL,
    account INTEGER NOT NULL,
    made INTEGER NOT NULL,
    PRIMARY KEY (hash),
    FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE TABLE known_addresses (
    account INTEGER NOT NULL,
    hash TEXT NOT NULL,
    made INTEGER NOT NULL,
    PRIMARY KEY (account, hash),
    FOREIGN KEY(account) REFERENCES accounts (id)
);
CREATE INDEX known_addresses_made ON known_addresses (made);
INSERT INTO alembic_version VALUES ('0018')

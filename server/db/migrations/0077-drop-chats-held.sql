-- It contained the time of the last fact about the holder, which every message changes: so every message wrote to all
-- indexes of its conversation, held or not.
drop index chats_held;

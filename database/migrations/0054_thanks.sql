-- When the receiver of a gift said thanks for it; null where they did not. The giver sees that they did.

alter table purchases add column thanked_at timestamptz;

-- What stands for a phone number where the number itself must not be kept: an HMAC under a key that is
-- not in the database (NUMBERS_KEY). No migration can know the key: the first start after this one
-- rewrites what is there and then writes the key's fingerprint, which tells later starts the same key.
create table number_key_fingerprints (
  only_one boolean primary key default true
    constraint number_key_fingerprints_has_one_row check (only_one),
  fingerprint text not null
);

-- Limits of a number outlive the person that it was. Numbers themselves stand in it until the rewrite.
alter table sign_in_attempts rename column phone to number_hash;

-- Names the receiver of a gift for its giver's facts, when the number is long erased.
alter table purchases add column recipient_key text;

-- Windows last a day at most: those that name a number begin anew.
delete from rate_counts where bucket like '%/+%' and bucket not like '%prefix/%';

drop function number_key;

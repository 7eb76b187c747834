-- A partner reads the credits of its own programme, newest first.

create index wallet_credits_of_programme on wallet_credits (programme_id, id desc);

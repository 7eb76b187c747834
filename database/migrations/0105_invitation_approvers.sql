-- Who approved an invitation or a reset gets its link, and so counts as the inviter, too.
alter table staff_invitations add column approved_by uuid references staff (id);
comment on column staff_invitations.approved_by is 'null without an approval by a second person';

-- A board is read from its index alone, names included: its ten rows lie side by side there, while the
-- people themselves lie on ten different pages.
create index passports_by_eco_score on passports (eco_league, eco_score, id)
  include (nickname, first_name, last_name, member_number) where not hide_from_leaderboards;
create index passports_by_kg on passports (offset_league, total_kg, id)
  include (nickname, first_name, last_name, member_number) where not hide_from_leaderboards;
drop index passports_on_eco_board;
drop index passports_on_offset_board;

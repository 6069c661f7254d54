-- How many proposals an operator has made is asked before each.
create index proposals_by_operator on proposals (proposed_by, proposed_at);

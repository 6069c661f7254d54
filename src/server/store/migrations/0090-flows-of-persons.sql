-- Whether who began a sign-in had passed a captcha: its codes count apart from those that programs can cause.
alter table sign_in_flows add column begun_by_person boolean not null default false;

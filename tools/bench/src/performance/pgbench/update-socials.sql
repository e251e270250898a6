\set number random(1, 1000000000)
update profiles set socials = (socials || jsonb_build_object('x', 'https://x.com/' || :number::bigint)) - array['website'], about = 'About a person, who changes it often.', updated_at = current_instant() where username_key = '@username_key@' and owner_id = '@user_id@' returning username, about, socials, latitude, longitude, hidden;

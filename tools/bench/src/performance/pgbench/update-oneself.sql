\set number random(1, 1000000000)
update users set world_id = 'world-' || :number::bigint, updated_at = current_instant() where id = '@user_id@' returning id, email, username, created_at, updated_at, wallet_address, farcaster_id, coinbase_wallet, world_id;

import { expect, it } from 'vitest';
import { useService } from '../../testing/start-service.ts';
import { Visitor } from '../../testing/visitor.ts';

const service = useService({ settings: { LOCATION_PRECISION: '1' } });

it('a place is shown and passed on as other members see it', async () => {
  const ann = await new Visitor(service()).signIn('ann@example.com');
  await ann.post('/me', { username: 'ann', referral: '' });
  await ann.post('/me/cards/ann', { place: '48.20817, 16.37382' });
  const page = await ann.page('/me/cards/ann');
  expect(page).toContain('48° N, 16° E');
  // The owner's form has the exact place.
  expect(page).toContain('value="48.20817, 16.37382"');
  expect(await ann.page('/me/cards/ann/contact.vcf')).toContain('GEO:geo:48,16');
  const bea = await new Visitor(service()).signIn('bea@example.com');
  expect(await bea.page('/members/ann')).toContain('48° N, 16° E');
});

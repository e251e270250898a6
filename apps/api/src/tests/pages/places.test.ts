import { describe, expect, it } from 'vitest';
import { useService } from '../../testing/start-service.ts';
import { formIn, Visitor } from '../../testing/visitor.ts';

const service = useService({ settings: { LOCATION_PRECISION: '1' } });

it('a place is shown and passed on as other members see it', async () => {
  const ann = await new Visitor(service()).signIn('ann@example.com');
  await ann.post('/me', { username: 'ann', referral: '' });
  await ann.post('/me/cards/ann', { place: '48.20817, 16.37382' });
  const page = await ann.page('/me/cards/ann');
  expect(page).toContain('Vienna, Austria');
  // The owner's form has the exact place.
  expect(page).toContain('value="48.20817, 16.37382"');
  expect(await ann.page('/me/cards/ann/contact.vcf')).toContain('GEO:geo:48,16');
  const bea = await new Visitor(service()).signIn('bea@example.com');
  expect(await bea.page('/members/ann')).toContain('Vienna, Austria');
});

describe('a place by its town', () => {
  it('is taken at once, or asked back, and can be removed', async () => {
    const cat = await new Visitor(service()).signIn('cat@example.com');
    const path = '/me/cards/cat';
    await cat.post('/me', { username: 'cat', referral: '' });
    await cat.post(path, { place: 'zurich' });
    const page = await cat.page(path);
    expect(page).toContain('>Zürich, Switzerland</a></p>');
    expect(formIn(page, path)).toMatchObject({ place: 'Zürich, Switzerland' });
    expect(page).toContain('CC BY 4.0');

    const several = await cat.post(path, { place: 'paris' });
    expect(several.status).toBe(400);
    const asked = await several.text();
    const [, first = ''] = /name="town" value="([^"]*)" checked/.exec(asked) ?? [];
    expect(asked).toContain('Paris, France');
    await cat.post(path, { place: 'paris', town: first });
    expect(await cat.page(path)).toContain('>Paris, France</a></p>');

    // What was chosen stays while another field is wrong.
    const choices = [...asked.matchAll(/name="town" value="([^"]*)"/g)];
    const town = choices[1]?.[1] ?? '';
    const link = { website: 'no link' };
    const kept = await cat.post(path, { place: 'paris', town, ...link });
    expect(await kept.text()).toContain(`name="town" value="${town}" checked`);
    const removed = await cat.post(path, { 'no-place': 'yes', ...link });
    expect(await removed.text()).toContain('name="no-place" value="yes" checked');

    const unknown = await cat.post(path, { place: 'Londom' });
    expect(await unknown.text()).toContain('id="place-wrong">We don’t know this place.');
    await cat.post(path, { ...formIn(await cat.page(path), path), 'no-place': 'yes' });
    expect(formIn(await cat.page(path), path)).toMatchObject({ place: '' });
  });
});

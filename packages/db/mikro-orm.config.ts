import { ormConfig } from './src/orm.ts';

export default ormConfig({
  url: process.env['DATABASE_URL'] ?? 'postgresql://127.0.0.1/namecard',
});

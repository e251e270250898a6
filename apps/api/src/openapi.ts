export const openApiDocument = (_origin: string): unknown => ({ openapi: '3.1.0' });

// `npm start`: builds the client if its sources changed, then becomes the server.
import { buildClient } from './build-client.ts'

if (!(await buildClient())) process.exit(1)
await import('../server/main.ts')

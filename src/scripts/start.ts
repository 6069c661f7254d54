// `npm start`: builds the client if its sources changed, then becomes the server. package.json says `exec`, and the same again for Windows,
// which has none: npm passes a signal on to its shell alone, and a shell that waits for the server keeps it.
import { requireClient } from './build-client.ts'

await requireClient()
await import('../server/main.ts')

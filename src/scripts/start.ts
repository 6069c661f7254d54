// `npm start`: builds the client if its sources changed, then becomes the server. package.json says `exec`, and the same again for Windows,
// which has none: npm passes a signal on to its shell alone, and a shell that waits for the server keeps it. Of the server's memory two
// settings save 180 MB: V8's young objects take 48 MB instead of 128, and what the compiler of the built-in database needed for a moment goes back
// to the system, since the C library no longer raises the size from which it asks the system for memory.
import { requireClient } from './build-client.ts'

await requireClient()
await import('../server/main.ts')

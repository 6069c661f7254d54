// `npm run dev`: the client with hot reload and, behind its proxy, the server, which restarts when its files change.
import { runChild } from './child.mjs'

const server = runChild(process.execPath, ['--watch', '--watch-preserve-output', 'src/server/main.ts'])
const client = runChild(process.execPath, ['node_modules/vite/bin/vite.js'])
// When either ends, this process exits and ends the other.
process.exit(await Promise.race([server, client]))

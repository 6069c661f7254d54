// `npm run dev`: the client with hot reload and, behind its proxy, the server that restarts when its files change.
import { runChild } from './child.mjs'

const server = runChild(process.execPath, ['--watch', '--watch-preserve-output', 'src/server/main.ts'])
const client = runChild(process.execPath, ['node_modules/vite/bin/vite.js'])
// Whichever ends first takes the other with it.
process.exit(await Promise.race([server, client]))

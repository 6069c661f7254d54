// `npm run build`: the client, into dist/.
import { buildClient } from './build-client.ts'

if (!(await buildClient({ anew: true }))) process.exit(1)

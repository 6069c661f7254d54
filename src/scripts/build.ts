// `npm run build`: the client, into dist/.
import { requireClient } from './build-client.ts'

await requireClient({ anew: true })

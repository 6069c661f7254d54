import { join } from 'node:path'
import type { Config } from '../config/config.ts'

/** Where uploaded pictures lie, beside the database and outside of whatever is served. */
export const filesDirOf = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'files')

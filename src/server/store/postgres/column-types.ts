import type { CustomTypesConfig } from 'pg'
import { decoderOf } from '../decode-value.ts'

const asText = (text: string) => text

/** How one client reads columns; the driver's global table stays untouched. */
export const columnTypes: CustomTypesConfig = {
  getTypeParser: (typeOid: number) => decoderOf(typeOid) ?? asText,
}

import { encodeAccountID } from 'ripple-address-codec'

/** An address of XRP that no other number gives, and whose key nobody has. */
export const xrpAddress = (number: number): string =>
  encodeAccountID(Buffer.from(`11${number.toString().padStart(38, '0')}`, 'hex'))

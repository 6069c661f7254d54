/** Why a vendor gave no usable answer. For logs and alarms; never holds a key, a token or a person's data. */
export type VendorFault =
  | 'TIMEOUT'
  /** No connection came about: nothing was asked, so asking again is always safe. */
  | 'UNREACHABLE'
  /** The connection broke before the whole reply was read. */
  | 'NETWORK'
  | 'SERVER_ERROR'
  | 'MALFORMED_REPLY'
  | 'TOO_MANY_REQUESTS'
  /** Our key, credit or plan was refused: nothing that the customer can mend. */
  | 'ACCOUNT_REFUSED'

/** No answer: the vendor may or may not have done what was asked. The caller decides whether it may ask again. */
export interface Unavailable {
  readonly kind: 'unavailable'
  readonly fault: VendorFault
}

export const unavailable = (fault: VendorFault): Unavailable => ({ kind: 'unavailable', fault })

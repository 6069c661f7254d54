const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/

/** Whether a host name is the machine's own. */
export const isLoopback = (hostname: string): boolean => LOOPBACK.test(hostname)

/** The host name of an address without the brackets that it has around one of IPv6. */
export const withoutBrackets = (hostname: string): string => hostname.replace(/^\[|\]$/g, '')

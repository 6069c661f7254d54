/** The filters of the audit log in the URL. */
export interface AuditSearch {
  readonly user?: string | undefined
  readonly operator?: string | undefined
  readonly kind?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
}

const ID = /^\d{1,15}$/
const KIND = /^[A-Z][A-Z0-9_]{1,59}$/
const DAY = /^\d{4}-\d{2}-\d{2}$/

/** Drops values of the URL that are not filters. */
export function readAuditSearch({ user, operator, kind, from, to }: Record<string, unknown>): AuditSearch {
  const fitting = (value: unknown, form: RegExp) => {
    // The router parses a number in the URL as a number.
    const text = typeof value === 'number' ? String(value) : value
    return typeof text === 'string' && form.test(text) ? text : undefined
  }
  return {
    user: fitting(user, ID),
    operator: fitting(operator, ID),
    kind: fitting(kind, KIND),
    from: fitting(from, DAY),
    to: fitting(to, DAY),
  }
}

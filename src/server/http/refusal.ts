import type { FastifyReply } from 'fastify'
import { type ErrorCode, REFUSALS } from '#contract/errors.ts'
import type { Rejected } from '#contract/rejected.ts'
import type { Language } from '#domain/market-state.ts'

/** For a TOO_MANY_REQUESTS without its own time. */
const RETRY_AFTER_SECONDS = 5

type Refused = Pick<Rejected, 'code' | 'field' | 'details'> & { readonly retryAfterSeconds?: number | undefined }

/** The only place where a code becomes a status and a sentence. */
export function sendRefusal(
  reply: FastifyReply,
  { code, field, details, retryAfterSeconds }: Refused,
  language: Language,
): FastifyReply {
  const refusal = REFUSALS[code]
  const wait = retryAfterSeconds ?? (refusal.status === 429 ? RETRY_AFTER_SECONDS : undefined)
  // The call limit has set its own.
  if (wait !== undefined && !reply.hasHeader('retry-after')) reply.header('retry-after', wait)
  return reply
    .status(refusal.status)
    .header('cache-control', 'no-store')
    .send({
      code,
      message: code,
      errors: [refusal[language]],
      ...(field === undefined ? {} : { field }),
      ...(details === undefined ? {} : { baseDTO: details }),
    })
}

/** A refusal in the chart feed's protocol. Its clients read the text, and the status only of a server error. */
export function sendChartRefusal(reply: FastifyReply, { code, field }: Pick<Rejected, 'code' | 'field'>): FastifyReply {
  const { status, en } = REFUSALS[code]
  return reply
    .status(status >= 500 ? status : 200)
    .header('cache-control', 'no-store')
    .send({ s: 'error', errmsg: field === undefined ? en : `${en} (${field})` })
}

/** Fastify's own errors, by their codes. Any other error of a client is a bad request. */
const FRAMEWORK_CODES: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_REQ_FILE_TOO_LARGE: 'PAYLOAD_TOO_LARGE',
  FST_FILES_LIMIT: 'PAYLOAD_TOO_LARGE',
  FST_PARTS_LIMIT: 'PAYLOAD_TOO_LARGE',
  FST_FIELDS_LIMIT: 'PAYLOAD_TOO_LARGE',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'UNSUPPORTED_MEDIA_TYPE',
}

/** The refusal for a thrown error; `undefined` for a fault of ours. */
export function codeOfError(error: { code?: unknown; statusCode?: unknown }): ErrorCode | undefined {
  const { code, statusCode } = error
  if (typeof code === 'string' && code in FRAMEWORK_CODES) return FRAMEWORK_CODES[code]
  if (statusCode === 413) return 'PAYLOAD_TOO_LARGE'
  if (statusCode === 415) return 'UNSUPPORTED_MEDIA_TYPE'
  if (statusCode === 429) return 'TOO_MANY_REQUESTS'
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) return 'BAD_REQUEST'
  return undefined
}

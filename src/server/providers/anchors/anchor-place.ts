import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { AnchorPlace } from './anchors.ts'

/** A place by its address: a file, or an http address below which each anchor is put under its own name. */
export const openAnchorPlace = ({ url, token }: { url: URL; token?: string | undefined }): AnchorPlace =>
  url.protocol === 'file:' ? fileOf(fileURLToPath(url)) : storeOf(url, token)

/**
 * A file to which lines are added, on a disk of another machine that lets nobody change it. It must exist: while the disk is not mounted, nothing
 * is written in its place.
 */
const fileOf = (path: string): AnchorPlace => ({
  async keep({ line }) {
    const file = await open(path, constants.O_WRONLY | constants.O_APPEND)
    try {
      // A line that a power cut left half written ends before this one; the check passes over it.
      await file.appendFile(`\n${line}\n`)
      await file.datasync()
    } finally {
      await file.close()
    }
  },
})

const PUT_MS_MAX = 10_000
const ALREADY_THERE = 412

/** A store of objects or a receiver of our own, which takes a name once. Redirects are refused, so that the token goes to no other host. */
const storeOf = (url: URL, token: string | undefined): AnchorPlace => ({
  async keep({ name, line }) {
    const answer = await fetch(`${url.href.replace(/\/$/, '')}/${name}`, {
      method: 'PUT',
      headers: {
        'content-type': 'application/json',
        'if-none-match': '*',
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: line,
      redirect: 'error',
      signal: AbortSignal.timeout(PUT_MS_MAX),
    })
    await answer.body?.cancel()
    if (!answer.ok && answer.status !== ALREADY_THERE) throw new Error(`the place answered ${answer.status}`)
  },
})

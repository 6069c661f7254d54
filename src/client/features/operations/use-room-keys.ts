import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ROOMS } from './rooms.ts'
import { isTyping } from './use-list-keys.ts'

type Room = (typeof ROOMS)[number]

/** How long the first of two keys waits for the second. */
const WAIT_MS = 5_000

/**
 * The keys of the whole console: G and then a page's letter goes to it, `?` lists all keys. Letters are recognized by their position on the
 * keyboard, so that they work on a Persian one, too. They are off while a sheet is open or the operator types.
 * @returns whether G was pressed and the letter is awaited
 */
export function useRoomKeys(words: readonly Room['word'][], onHelp: () => void): boolean {
  const navigate = useNavigate()
  const [isWaiting, setWaiting] = useState(false)
  const known = words.join(' ')
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(() => setWaiting(false), WAIT_MS)
    return () => clearTimeout(timer)
  }, [isWaiting])
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return
      if (isTyping(event.target)) return
      if (event.key === 'Shift') return
      if (event.key === '?' || event.key === '؟') return onHelp()
      if (!isWaiting) return setWaiting(event.code === 'KeyG')
      setWaiting(false)
      const room = ROOMS.find(({ word, letter }) => event.code === `Key${letter}` && known.split(' ').includes(word))
      if (room) void navigate({ to: room.to })
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate, known, isWaiting, onHelp])
  return isWaiting
}

import { useEffect, useRef, useState } from 'react'

/** Moves the caret to the end of a text area after text was inserted. */
export function useCaretAtEnd() {
  const area = useRef<HTMLTextAreaElement>(null)
  const [times, setTimes] = useState(0)
  useEffect(() => {
    const text = area.current
    if (times === 0 || !text) return
    text.focus()
    text.setSelectionRange(text.value.length, text.value.length)
    text.scrollTop = text.scrollHeight
  }, [times])
  return { area, moveCaret: () => setTimes((before) => before + 1) }
}

import { IconDownload, IconPlayerPauseFilled, IconPlayerPlayFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent, RefObject } from 'react'
import { useTranslations } from 'use-intl'
import { createStore, useStore } from '../../../lib/create-store.ts'
import type { Media } from './media.ts'
import { readWaveform } from './waveform.ts'
import type { Waveform } from './waveform.ts'
import classes from './audio-player.module.css'

const SPEEDS = [1, 1.5, 2]
const STEP_SECONDS = 5

/** The speed of all players. */
const speed = createStore(1)
/** The player that plays: another one that starts pauses it. */
let playing: HTMLAudioElement | null = null

/** Plays a sound, with its shape, its length and the speed. `onBroken`: the browser cannot load or play it. */
export function AudioPlayer(props: { media: Media; name: string; onBroken: () => void }) {
  const { media, name, onBroken } = props
  const t = useTranslations('inboxThread.audio')
  const tMedia = useTranslations('inboxThread.media')
  const audio = useRef<HTMLAudioElement>(null)
  const root = useRef<HTMLDivElement>(null)
  const waveform = useWaveform(media, root)
  const [isPlaying, setPlaying] = useState(false)
  const [time, setTime] = useState(0)
  const [length, setLength] = useState<number | null>(null)
  const rate = useStore(speed)
  useEffect(() => {
    if (audio.current) audio.current.playbackRate = rate
  }, [rate, isPlaying])
  useEffect(() => {
    const element = audio.current
    return () => element?.pause()
  }, [])
  // Some recordings say their length only after they were played to their end.
  const seconds = waveform?.seconds ?? (Number.isFinite(length) ? length : null)
  const toggle = () => {
    if (isPlaying) audio.current?.pause()
    // A failure to load is reported by its own event; an interruption by a pause is none.
    else void audio.current?.play().catch(() => undefined)
  }
  const seek = (to: number) => {
    const at = Math.min(Math.max(0, to), seconds ?? 0)
    if (audio.current) audio.current.currentTime = at
    setTime(at)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key]
    if (by !== undefined) seek(time + by * STEP_SECONDS)
    else if (event.key === ' ') toggle()
    else return
    event.preventDefault()
  }
  const shown = isPlaying || time > 0 ? time : seconds
  return (
    <div ref={root} className={classes.player} role="group" aria-label={name}>
      <audio
        ref={audio}
        src={media.url!}
        preload="none"
        onError={onBroken}
        onPlay={({ currentTarget }) => {
          if (playing !== currentTarget) playing?.pause()
          playing = currentTarget
          setPlaying(true)
        }}
        onPause={() => setPlaying(false)}
        onEnded={() => seek(0)}
        onTimeUpdate={({ currentTarget }) => setTime(currentTarget.currentTime)}
        onDurationChange={({ currentTarget }) => setLength(currentTarget.duration)}
      />
      <button
        type="button"
        className={classes.play}
        aria-label={isPlaying ? t('pause') : t('play')}
        onClick={toggle}
      >
        {isPlaying ? (
          <IconPlayerPauseFilled size={18} aria-hidden />
        ) : (
          <IconPlayerPlayFilled size={18} aria-hidden />
        )}
      </button>
      <span className={classes.track} data-drawn={waveform !== null} dir="ltr">
        <Shape waveform={waveform} part={seconds ? time / seconds : 0} />
        <input
          type="range"
          min={0}
          max={seconds ?? 1}
          step={0.05}
          value={Math.min(time, seconds ?? 0)}
          disabled={seconds === null}
          aria-label={t('position')}
          aria-valuetext={t('at', { time: toClock(time), length: toClock(seconds ?? 0) })}
          onChange={(event) => seek(event.currentTarget.valueAsNumber)}
          onKeyDown={onKeyDown}
        />
      </span>
      <span className={classes.time}>{shown === null ? '–:––' : toClock(shown)}</span>
      <button
        type="button"
        className={classes.speed}
        aria-label={t('speed', { speed: rate })}
        onClick={() => speed.set(SPEEDS[(SPEEDS.indexOf(rate) + 1) % SPEEDS.length]!)}
      >
        {t('times', { speed: rate })}
      </button>
      <a
        className={classes.save}
        href={media.url!}
        download={media.name ?? true}
        aria-label={tMedia('download')}
        title={tMedia('download')}
      >
        <IconDownload size={16} aria-hidden />
      </a>
    </div>
  )
}

/** Draws the shape of a sound, of which a part is played; a line for a sound without one. */
function Shape({ waveform, part }: { waveform: Waveform | null; part: number }) {
  if (!waveform)
    return (
      <span className={classes.line} aria-hidden>
        <span style={{ width: `${part * 100}%` }} />
      </span>
    )
  const { peaks } = waveform
  const step = 132 / peaks.length
  return (
    <svg viewBox="0 0 132 28" preserveAspectRatio="none" aria-hidden>
      {peaks.map((peak, index) => {
        const height = Math.max(2, peak * 26)
        return (
          <rect
            key={index}
            x={index * step}
            y={14 - height / 2}
            width={step - 1}
            height={height}
            rx={1}
            data-played={index / peaks.length < part}
          />
        )
      })}
    </svg>
  )
}

/** Returns the shape of a sound, which is read once its player is on the screen; null before that and if there is none. */
function useWaveform(media: Media, root: RefObject<HTMLElement | null>): Waveform | null {
  const { url, size } = media
  const [waveform, setWaveform] = useState<Waveform | null>(null)
  useEffect(() => {
    if (!root.current || url === null) return
    let isGone = false
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      observer.disconnect()
      void readWaveform(url, size).then((found) => !isGone && setWaveform(found))
    })
    observer.observe(root.current)
    return () => {
      isGone = true
      observer.disconnect()
    }
  }, [url, size, root])
  return waveform
}

/** Formats a length, such as `1:05`. */
function toClock(seconds: number): string {
  const whole = Math.round(seconds)
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`
}

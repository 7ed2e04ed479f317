import classes from './tag-pill.module.css'

/** Shows a tag in its colour. */
export function TagPill({ tag }: { tag: { name: string; color: string } }) {
  return (
    <span className={classes.tag} data-color={tag.color} title={tag.name}>
      <bdi dir="auto">{tag.name}</bdi>
    </span>
  )
}

export const PAGE_STYLE = `
  :root { --side: #3b1d4a; --side-text: #e9dff0; --side-quiet: #b9a3c6; --side-open: #6b3f83; --danger: #b3261e; --good: #1f7a4d; }
  @media (prefers-color-scheme: dark) { :root { --side: #1d1226; --side-open: #4a2d5c; --danger: #ff9d96; --good: #7fd6a8; } }
  html, body { height: 100%; }
  body { display: flex; overflow: hidden; }
  .small { font-size: .82rem; }
  .side { flex: 0 0 250px; display: flex; flex-direction: column; background: var(--side); color: var(--side-text); }
  .side h1 { padding: 18px 18px 2px; font-size: 1.1rem; }
  .side > p { margin: 0; padding: 0 18px 12px; color: var(--side-quiet); }
  .people { flex: 1; margin: 0; padding: 0 8px 16px; overflow-y: auto; list-style: none; }
  .people a { display: flex; align-items: center; gap: 10px; padding: 5px 10px; border-radius: 8px; color: inherit; text-decoration: none; }
  .people a:hover { background: rgb(255 255 255 / 10%); }
  .people a[aria-current] { background: var(--side-open); color: #fff; font-weight: 600; }
  .people .name { flex: 1; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .people :focus-visible { outline-color: #fff; }
  .count { min-width: 20px; padding: 0 6px; border-radius: 10px; background: #e01e5a; color: #fff; font-size: .75rem; font-weight: 700; text-align: center; }
  .face { flex: none; display: grid; place-items: center; width: 26px; height: 26px; border-radius: 7px; background: hsl(var(--hue) 45% 32%); color: #fff; font-size: .68rem; font-weight: 700; letter-spacing: .02em; }
  .face.large { width: 38px; height: 38px; border-radius: 9px; font-size: .85rem; }
  .face.app { background: #4754d6; }
  .pane { flex: 1; min-width: 0; display: flex; flex-direction: column; background: var(--card); }
  .top { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 12px; padding: 14px 22px 0; border-bottom: 1px solid var(--line); }
  .top h2 { display: flex; align-items: center; gap: 10px; margin: 0; font-size: 1.15rem; }
  .top p { flex: 1; margin: 0; text-align: right; }
  .tag { padding: 1px 5px; border-radius: 4px; background: var(--accent-soft); color: var(--quiet); font-size: .65rem; font-weight: 700; letter-spacing: .04em; vertical-align: middle; }
  .tabs { flex-basis: 100%; display: flex; gap: 4px; }
  .tabs a { padding: 8px 12px; border-bottom: 2px solid transparent; color: var(--quiet); text-decoration: none; }
  .tabs a[aria-current] { border-color: var(--accent); color: var(--text); font-weight: 600; }
  .content { flex: 1; min-height: 0; overflow-y: auto; padding: 18px 22px 8px; }
  .content > * { max-width: 780px; }
  .message { display: flex; gap: 12px; padding: 10px 0; }
  .message > :last-child { flex: 1; min-width: 0; }
  .who { display: flex; flex-wrap: wrap; align-items: baseline; gap: 2px 8px; margin: 0 0 2px; }
  .whisper { margin: 0 -12px; padding: 10px 12px; border-radius: 10px; background: var(--accent-soft); }
  .blocks { overflow-wrap: anywhere; }
  .blocks > * { margin: 0 0 10px; }
  .blocks h3 { font-size: 1.12rem; line-height: 1.35; }
  .blocks hr { border: 0; border-top: 1px solid var(--line); }
  .blocks blockquote { margin: 4px 0; padding-left: 12px; border-left: 4px solid var(--line); }
  .blocks pre { margin: 4px 0; padding: 8px 10px; border: 1px solid var(--line); border-radius: 6px; background: var(--page); white-space: pre-wrap; font: 12.5px/1.5 ui-monospace, Consolas, monospace; }
  .blocks code { padding: 1px 4px; border: 1px solid var(--line); border-radius: 4px; background: var(--page); font: 12.5px ui-monospace, Consolas, monospace; }
  .mention { padding: 0 3px; border-radius: 3px; background: var(--accent-soft); color: var(--accent); }
  .section { display: flex; align-items: flex-start; gap: 16px; }
  .grow { flex: 1; min-width: 0; }
  .fields { display: grid; grid-template-columns: minmax(6.5rem, max-content) 1fr; gap: 4px 22px; margin-top: 2px; }
  .context { display: flex; flex-wrap: wrap; gap: 2px 10px; color: var(--quiet); font-size: .82rem; }
  .actions { display: flex; flex-wrap: wrap; gap: 8px; }
  .button { display: inline-block; padding: 6px 13px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: var(--text); font: inherit; font-size: .9rem; font-weight: 600; text-decoration: none; overflow-wrap: anywhere; cursor: pointer; }
  .button:hover { background: var(--accent-soft); }
  .button.primary { border-color: #1f7a4d; background: #1f7a4d; color: #fff; }
  .button.danger { border-color: #b3261e; background: #b3261e; color: #fff; }
  .button.primary:hover, .button.danger:hover { filter: brightness(1.12); }
  .button[aria-busy] { opacity: .55; cursor: progress; }
  .say { display: flex; gap: 8px; margin: 0; padding: 8px 22px 18px; }
  .say input { flex: 1; min-width: 0; }
  input:not([type=radio], [type=checkbox]), select, textarea { width: 100%; padding: 8px 11px; border: 1px solid var(--line); border-radius: 8px; background: var(--card); color: inherit; font: inherit; }
  .empty { margin: 12vh auto 0; text-align: center; }
  dialog { width: min(520px, calc(100vw - 24px)); max-height: calc(100dvh - 32px); padding: 0; border: 1px solid var(--line); border-radius: 14px; background: var(--card); color: inherit; box-shadow: 0 18px 60px rgb(10 12 30 / 35%); }
  dialog::backdrop { background: rgb(15 12 25 / 55%); }
  dialog form { display: flex; flex-direction: column; max-height: calc(100dvh - 34px); }
  dialog header { display: flex; align-items: center; gap: 12px; padding: 16px 22px; border-bottom: 1px solid var(--line); }
  dialog h2 { margin: 0; font-size: 1.15rem; }
  dialog .blocks { flex: 1; overflow-y: auto; padding: 18px 22px 6px; }
  dialog footer { display: flex; justify-content: flex-end; gap: 8px; padding: 14px 22px; border-top: 1px solid var(--line); }
  .field { min-width: 0; padding: 0; border: 0; }
  .blocks > .field { margin-bottom: 18px; }
  .field > label, legend { display: block; margin-bottom: 5px; padding: 0; font-weight: 600; }
  .field p { margin: 5px 0 0; }
  .field p.error, .toast { color: var(--danger); }
  .field.is-wrong > :is(input, select, textarea, .choices) { border-color: var(--danger); }
  .choices { max-height: 190px; padding: 4px 12px; overflow-y: auto; border: 1px solid var(--line); border-radius: 8px; }
  .choice { display: flex; gap: 9px; padding: 4px 0; font-weight: 400; }
  .choice small { display: block; color: var(--quiet); }
  .toast { position: fixed; inset: auto 16px 16px auto; max-width: min(420px, calc(100vw - 32px)); margin: 0; padding: 12px 18px; border: 1px solid var(--danger); border-radius: 10px; background: var(--card); box-shadow: var(--shadow); }
  dialog .toast { position: static; max-width: none; margin: 0 22px 14px; }
  @media (max-width: 720px) {
    body { flex-direction: column; }
    .side { flex: none; } .side h1 { padding: 10px 14px 6px; font-size: 1rem; } .side > p { display: none; }
    .people { flex: none; display: flex; padding: 0 8px 8px; overflow-x: auto; } .people .name { max-width: 7.5rem; } .people li { flex: none; }
    .pane { min-height: 0; }
    .top { padding: 10px 14px 0; } .top p { display: none; } .content { padding: 12px 14px 4px; } .say { padding: 6px 14px 12px; }
    .section { flex-wrap: wrap; } .face.large { width: 30px; height: 30px; }
  }
`;

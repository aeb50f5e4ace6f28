import { type KeyboardEvent, type PointerEvent, useEffect, useId, useRef, useState } from "react";
import { BareButton } from "../../components/bare-button.tsx";
import { classes } from "../../lib/classes.ts";
import { photographedPagesMessages } from "../../texts/photographed-pages.ts";
import { type Corners, cornerNames, moveCorner, nearestCorner, type Point, turnSize } from "./corners.ts";
import { drawTurned } from "./draw-turned.ts";
import { type PhotographedPage, sizeOf } from "./pages.ts";

const text = photographedPagesMessages.editor;

/** Parts of the photo's width and height that an arrow key moves a corner, alone and with Shift. */
const [smallStep, largeStep] = [0.0025, 0.025];
const directions: Record<string, Point> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

type CornerEditorProps = { page: PhotographedPage; onCorners: (corners: Corners) => void };

/**
 * The photo with a handle on each corner of the page: for pointers, fingers and arrow keys. A click or tap elsewhere
 * brings the nearest corner there.
 */
export function CornerEditor({ page, onCorners }: CornerEditorProps) {
  const helpId = useId();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = usePhoto(page);
  /** While a corner is dragged: the corners until then, and which one it is. */
  const [drag, setDrag] = useState<{ index: number; corners: Corners }>();
  const corners = drag?.corners ?? page.corners;
  const { width, height } = sizeOf(page);

  const placeOf = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return { x: (clientX - box.left) / box.width, y: (clientY - box.top) / box.height };
  };
  const putNearest = (to: Point) => {
    const index = nearestCorner(corners, to);
    onCorners(moveCorner(corners, index, to));
    frame.current?.querySelectorAll<HTMLElement>("[role=slider]")[index]?.focus();
  };
  const move = (index: number, to: Point) => setDrag({ index, corners: moveCorner(corners, index, to) });

  return (
    <>
      <p id={helpId} className="mb-3 text-muted">
        {page.photo.found ? text.found : text.notFound}{" "}
        <span className="pointer-coarse:hidden">{text.keys}</span>
      </p>
      <div className="rounded-lg bg-sunk p-6">
        <div
          ref={frame}
          className="relative mx-auto"
          style={{
            aspectRatio: `${width} / ${height}`,
            width: `min(100%, max(60vh, 14rem) * ${width / height})`,
          }}
        >
          <canvas
            ref={canvas}
            role="img"
            aria-label={text.photo(page.file.name)}
            className="absolute inset-0 size-full"
            onClick={(event) => putNearest(placeOf(event))}
          />
          <Frame corners={corners} />
          {corners.map((corner, index) => (
            <Handle
              key={cornerNames[index]}
              name={cornerNames[index] ?? "topLeft"}
              corner={corner}
              helpId={helpId}
              placeOf={placeOf}
              onDrag={(to) => move(index, to)}
              onDrop={() => {
                if (drag) onCorners(drag.corners);
                setDrag(undefined);
              }}
              onStep={(to) => onCorners(moveCorner(corners, index, to))}
            />
          ))}
          {drag && <Loupe photo={canvas.current} corner={drag.corners[drag.index]} />}
        </div>
      </div>
    </>
  );
}

/** Draws the preview, turned, at its own size. */
function usePhoto({ photo: { preview }, turns }: PhotographedPage) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    let isCurrent = true;
    createImageBitmap(preview).then((picture) => {
      const target = canvas.current;
      const pen = target?.getContext("2d");
      if (isCurrent && target && pen) {
        const { width, height } = turnSize(picture, turns);
        [target.width, target.height] = [width, height];
        drawTurned(pen, picture, turns);
      }
      picture.close();
    }, reportError);
    return () => {
      isCurrent = false;
    };
  }, [preview, turns]);
  return canvas;
}

/** The edges of the page; what is outside is dimmed. */
function Frame({ corners }: { corners: Corners }) {
  const outline = `M${corners.map(({ x, y }) => `${100 * x} ${100 * y}`).join("L")}Z`;
  return (
    <svg
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
      aria-hidden="true"
      className="pointer-events-none absolute inset-0 size-full overflow-visible"
    >
      <path
        d={`M0 0H100V100H0Z${outline}`}
        fillRule="evenodd"
        className="fill-veil forced-colors:fill-none"
      />
      <path
        d={outline}
        fill="none"
        strokeWidth={5}
        vectorEffect="non-scaling-stroke"
        className="stroke-white"
      />
      <path
        d={outline}
        fill="none"
        strokeWidth={2}
        vectorEffect="non-scaling-stroke"
        className="stroke-deep"
      />
    </svg>
  );
}

type HandleProps = {
  name: (typeof cornerNames)[number];
  corner: Point;
  helpId: string;
  placeOf: (event: PointerEvent) => Point;
  onDrag: (to: Point) => void;
  onDrop: () => void;
  onStep: (to: Point) => void;
};

function Handle({ name, corner, helpId, placeOf, onDrag, onDrop, onStep }: HandleProps) {
  /** From the pointer to the corner, so that the corner does not jump under the finger. */
  const grip = useRef<Point>(undefined);
  const [x, y] = [Math.round(100 * corner.x), Math.round(100 * corner.y)];

  function press(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return;
    const { x, y } = placeOf(event);
    grip.current = { x: corner.x - x, y: corner.y - y };
    event.currentTarget.setPointerCapture(event.pointerId);
  }
  function drag(event: PointerEvent): void {
    if (!grip.current) return;
    const { x, y } = placeOf(event);
    onDrag({ x: x + grip.current.x, y: y + grip.current.y });
  }
  function drop(): void {
    if (!grip.current) return;
    grip.current = undefined;
    onDrop();
  }
  function step(event: KeyboardEvent): void {
    const direction = directions[event.key];
    if (!direction || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const length = event.shiftKey ? largeStep : smallStep;
    onStep({ x: corner.x + length * direction.x, y: corner.y + length * direction.y });
  }

  return (
    <BareButton
      role="slider"
      aria-label={text.corners[name]}
      aria-describedby={helpId}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={x}
      aria-valuetext={text.place(x, y)}
      onPointerDown={press}
      onPointerMove={drag}
      onPointerUp={drop}
      onPointerCancel={drop}
      onKeyDown={step}
      style={{ left: `${100 * corner.x}%`, top: `${100 * corner.y}%` }}
      className={classes(
        "absolute grid size-11 -translate-1/2 touch-none place-items-center rounded-full",
        "cursor-grab active:cursor-grabbing focus-visible:bg-white/70 focus-visible:outline-offset-0",
      )}
    >
      <span className="size-6 rounded-full border-3 border-white bg-deep/30 outline-2 outline-deep" />
    </BareButton>
  );
}

/** In units of the screen, and how many times larger than the photo on the page it shows the corner. */
const [loupeSide, magnification] = [130, 2.5];

/** What is under the finger, away from it. */
function Loupe({ photo, corner }: { photo: HTMLCanvasElement | null; corner: Point | undefined }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const pen = canvas.current?.getContext("2d");
    if (!pen || !photo || !corner) return;
    const side = ((loupeSide / magnification) * photo.width) / photo.clientWidth;
    pen.fillStyle = "#808080";
    pen.fillRect(0, 0, loupeSide, loupeSide);
    const [left, top] = [corner.x * photo.width - side / 2, corner.y * photo.height - side / 2];
    pen.drawImage(photo, left, top, side, side, 0, 0, loupeSide, loupeSide);
  }, [photo, corner]);
  const isNearLeft = (corner?.x ?? 0) < 0.5;
  return (
    <div
      aria-hidden="true"
      className={classes(
        "pointer-events-none absolute top-2 h-picture aspect-square overflow-hidden rounded-full border-3 border-white shadow-lifted",
        isNearLeft ? "right-2" : "left-2",
      )}
    >
      <canvas ref={canvas} width={loupeSide} height={loupeSide} className="size-full" />
      <span className="absolute inset-x-0 top-1/2 h-px bg-seal" />
      <span className="absolute inset-y-0 left-1/2 w-px bg-seal" />
    </div>
  );
}

import { Component, computed, EventEmitter, inject, Injectable, input, Input, Output, signal } from "@angular/core";
import type { OnInit, AfterViewInit } from "@angular/core";
import { runCore } from "../core/index";
import { runTyped } from "../core/typed";

export const loaded = mark();

@Injectable({ providedIn: "root" })
export class Counts {
  private readonly counts = [mark()];

  add(value: number) {
    mark();
    return this.counts.push(value);
  }
}

@Component({
  selector: "app-child",
  template: `<button id="child" (click)="click($event)">{{ shown() }}</button>`,
})
export class Child implements OnInit {
  readonly start = input(0, { transform: (value: number) => value + mark() });
  @Input() title = "title";
  @Output() readonly changed = new EventEmitter<number>();
  readonly shown = computed(() => this.start() + mark());

  constructor(private readonly counts: Counts) {
    mark();
  }

  ngOnInit() {
    mark();
  }

  click(event: Event) {
    mark();
    this.changed.emit(this.counts.add(1));
  }
}

@Component({
  selector: "app-root",
  imports: [Child],
  template: `
    <button id="up" (click)="increment()">{{ doubled() }}</button>
    @if (count() > 0) {
      <app-child [start]="count()" (changed)="onChanged($event)" />
    }
  `,
})
export class App implements AfterViewInit {
  private readonly counts = inject(Counts);
  protected readonly count = signal(mark());
  protected readonly doubled = computed(() => {
    mark();
    return this.count() * 2;
  });

  get total() {
    return this.count() + mark();
  }

  increment() {
    mark();
    this.count.update(now => now + mark());
  }

  onChanged = (value: number) => {
    mark();
    this.count.set(value + this.total);
  };

  async ngAfterViewInit() {
    mark();
    await null;
    for (const id of ["up", "child"]) document.getElementById(id)!.click();
    const total = await runCore();
    setTimeout(finish, 100, total + runTyped());
  }
}

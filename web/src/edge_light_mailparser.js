import "./edge_light.js";

export * from "./mailparser.js";
